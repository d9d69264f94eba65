/** The analysis of one game: read if it is there, else asked for and waited for. */
import { Refusal } from "../api";
import type { AnalysisProgress, GameAnalysis } from "../protocol";
import { sentenceOf } from "../stores/notices.svelte";
import { askForAnalysis, followAnalysis, getAnalysis } from "./analysisApi";
import { say } from "./words.svelte";

const GOING_ON = ["waiting", "working"];
/** Milliseconds until a lost line is tried again. */
const AGAIN = 2000;

export class AnalysisStore {
  progress = $state.raw<AnalysisProgress | null>(null);
  analysis = $state.raw<GameAnalysis | null>(null);
  version = $state.raw<string | null>(null);
  problem = $state("");
  private listening: AbortController | null = null;

  constructor(readonly id: string) {}

  get isGoingOn(): boolean {
    return GOING_ON.includes(this.progress?.status ?? "");
  }

  /** What is there already; if it is being worked on, wait for it with the others. */
  async read(): Promise<void> {
    try {
      const answer = await getAnalysis(this.id);
      this.progress = answer.progress;
      this.version = answer.version;
      this.analysis = answer.analysis;
      if (this.isGoingOn) await this.follow();
    } catch (error) {
      this.problem = sentenceOf(error);
    }
  }

  async ask(): Promise<void> {
    this.problem = "";
    try {
      this.progress = await askForAnalysis(this.id);
      await (this.isGoingOn ? this.follow() : this.read());
    } catch (error) {
      const isNameless = error instanceof Refusal && error.problem.code === "no_guest";
      this.problem = isNameless ? say("guest") : sentenceOf(error);
    }
  }

  /** Nobody waits here any more. */
  stop(): void {
    this.listening?.abort();
    this.listening = null;
  }

  private async follow(): Promise<void> {
    this.stop();
    const listening = (this.listening = new AbortController());
    const hear = (progress: AnalysisProgress) => (this.progress = progress);
    try {
      await followAnalysis(this.id, hear, listening.signal);
    } catch (error) {
      if (listening.signal.aborted) return;
      if (error instanceof Refusal) throw error;
    }
    if (listening.signal.aborted) return;
    // The line may have been lost before the end: the server, or something between us, was renewed.
    if (this.isGoingOn) await new Promise((done) => setTimeout(done, AGAIN));
    if (!listening.signal.aborted) await this.read();
  }
}
