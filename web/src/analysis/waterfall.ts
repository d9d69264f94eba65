/** How a result came about, as bars of which each begins where the one before it ended. */
import type { AnalysisSum } from "../protocol";
import type { Word } from "./words.svelte";

export interface WaterfallStep {
  word: Word;
  kind: "whole" | "luck" | "play";
  value: number;
  /** Where its bar begins and how wide it is, in percent of the chart. */
  left: number;
  width: number;
}

export function stepsOf(sum: AnalysisSum): WaterfallStep[] {
  const parts: [Word, WaterfallStep["kind"], number][] = [
    ["sum.start", "whole", sum.start],
    ["sum.luck", "luck", sum.luck],
    ["sum.unknown", "luck", sum.unknown],
    ["sum.own", "play", -sum.own_errors],
    ["sum.others", "play", sum.others_errors],
  ];
  let end = 0;
  const bars = parts.map(([word, kind, value]) => {
    const from = end;
    end += value;
    return { word, kind, value, from, to: end };
  });
  bars.push({ word: "sum.result", kind: "whole", value: sum.result, from: 0, to: sum.result });
  const low = Math.min(0, ...bars.map(({ to }) => to));
  const high = Math.max(1, ...bars.map(({ to }) => to));
  const part = (share: number) => (100 * share) / (high - low);
  return bars.map(({ word, kind, value, from, to }) => ({
    ...{ word, kind, value },
    left: part(Math.min(from, to) - low),
    width: part(Math.abs(to - from)),
  }));
}
