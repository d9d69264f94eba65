/** Is this a place where letters are written, so that they are not commands? */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === "TEXTAREA" || target.tagName === "SELECT")
    return true;
  const kind = (target as HTMLInputElement).type;
  return target.tagName === "INPUT" && !["radio", "checkbox", "range", "button"].includes(kind);
}
