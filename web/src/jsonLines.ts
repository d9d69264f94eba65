/** Streams of the server: lines of JSON, and empty ones so that the line is known to be alive. */
import { readProblem, Refusal } from "./api";

/** Hear every line until the server ends the stream or the signal does. */
export async function followLines<Line>(
  path: string,
  hear: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(path, { credentials: "same-origin", signal });
  if (!answer.ok || !answer.body) throw new Refusal(answer.status, await readProblem(answer));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) hear(JSON.parse(line) as Line);
  }
}

const AGAIN = 1500; // milliseconds until a lost stream is asked for again

/** The same, again and again when the line is lost: until the signal ends it, or a refusal does. */
export async function keepFollowing<Line>(
  path: string,
  hear: (line: Line) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await followLines(path, hear, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) throw error;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
