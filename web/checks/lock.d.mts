/** One sentence for everything wrong with the text of a package lock. */
export function lockProblems(text: string): string[];
