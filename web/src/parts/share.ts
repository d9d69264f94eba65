/** Giving links to others: the phone's own way of sharing, or the clipboard. */
import { note } from "../stores/notices.svelte";
import { t } from "../texts/index.svelte";

export const canShare = (): boolean => typeof navigator.share === "function";

/** A path of this site as others must type it. */
export function address(path: string): string {
  return new URL(path, location.origin).href;
}

/** Does this page's address lead back to whichever machine opens it? */
export function isLocal(host = location.hostname): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

export async function share(path: string, title: string): Promise<void> {
  if (!canShare()) return copy(path);
  await navigator.share({ title, url: address(path) }).catch(() => undefined);
}

export const copy = (path: string): Promise<void> => copyText(address(path));

export async function copyText(text: string): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyOldWay(text),
      )
    : copyOldWay(text);
  note(done ? t("copied") : text, !done);
}

/** On a plain-http network there is no clipboard object, but this still works. */
function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
