/** Several sentences, as a screen reader says them one after the other; empty ones are left out. */
export function sentences(...texts: string[]): string {
  return texts.filter(Boolean).join(". ");
}
