/** Being told of one's turn while the page is closed, where the browser allows it. */
import { getPushKey, subscribeToPush, unsubscribeFromPush } from "./api";

/** Needs a secure context; on a plain network the page itself tells. */
export function canBeTold(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function isTold(): Promise<boolean> {
  if (!canBeTold()) return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return Boolean(await worker?.pushManager.getSubscription());
}

/** Ask the browser, then the server; false if the user said no. */
export async function beTold(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.ready;
  const { key } = await getPushKey();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  await subscribeToPush(subscription.endpoint);
  return true;
}

export async function beLeftAlone(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await unsubscribeFromPush(subscription.endpoint);
  await subscription.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
