/** Being told of one's turn while the page is closed, where browser and connection allow it. */
import { pushKey, subscribe, unsubscribe } from "./api";

/** Push needs a secure connection and a browser that has it; everything else works without. */
export function canBeTold(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Is this browser told already? */
export async function isTold(): Promise<boolean> {
  return canBeTold() && (await subscription()) !== null;
}

/** Ask to be told; false if the user or the browser does not want it. */
export async function tellMe(): Promise<boolean> {
  if (!canBeTold() || (await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.ready;
  const { key } = await pushKey();
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  await subscribe(made.endpoint);
  return true;
}

/** Ask not to be told any more. */
export async function tellMeNoMore(): Promise<void> {
  const made = await subscription();
  if (made === null) return;
  await unsubscribe(made.endpoint);
  await made.unsubscribe();
}
