/** A player's card as a picture to share: drawn here, sent nowhere. */
import { canShare } from "../parts/share";
import type { AnalysisSum, AnalysisSummary } from "../protocol";
import { levelName } from "../texts/names";
import { changeText, percentText } from "./sentences";
import { stepsOf } from "./waterfall";
import { say } from "./words.svelte";

const WIDTH = 1200;
const LINES = 650; // where the lines begin
const LINE = 36;
const PAPER = "#fffdf7";
const INK = "#2a241c";
const SOFT = "#645a4d";
const WELL = "#ebe3d2";
const TONES = { whole: "#8d8069", luck: "#b57a10", play: "#1f5a68" };

export interface CardWords {
  name: string;
  edition: string;
  marks: string;
  lines: string[]; // points lost, the best move and the costliest one, as far as there are any
}

export async function saveCard(
  summary: AnalysisSummary,
  sum: AnalysisSum,
  words: CardWords,
): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = heightOf(words);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  drawCard(pen, summary, sum, words);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) await handOver(new File([blob], "caboose.png", { type: "image/png" }));
}

/** The phone's own way of sharing, or a download. */
async function handOver(file: File): Promise<void> {
  if (canShare() && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const heightOf = ({ lines }: CardWords): number => LINES + LINE * lines.length + 30;

export function drawCard(
  pen: CanvasRenderingContext2D,
  summary: AnalysisSummary,
  sum: AnalysisSum,
  words: CardWords,
): void {
  const { name, edition, marks, lines } = words;
  pen.fillStyle = PAPER;
  const height = heightOf(words);
  pen.fillRect(0, 0, WIDTH, height);
  const face = getComputedStyle(document.body).fontFamily;
  const write = (text: string, x: number, y: number, size: number, tone = INK, bold = false) => {
    pen.font = `${bold ? 700 : 400} ${size}px ${face}`;
    pen.fillStyle = tone;
    pen.fillText(text, x, y, WIDTH - x - 40);
  };
  pen.textAlign = "left";
  write(name, 340, 120, 64, INK, true);
  write(edition, 340, 168, 32, SOFT);
  if (summary.level) write(say("level", { level: levelName(summary.level) }), 340, 214, 32);
  write(marks, 340, 258, 30);
  drawRing(pen, summary.accuracy);
  pen.textAlign = "center";
  const shown = summary.accuracy === null ? "–" : `${Math.round(summary.accuracy)}`;
  write(shown, 180, 185, 76, INK, true);
  write(say("accuracy"), 180, 225, 26, SOFT);
  pen.textAlign = "left";
  stepsOf(sum).forEach(({ word, kind, left, width, value }, n) => {
    const y = 300 + 44 * n;
    write(say(word), 60, y + 27, 28);
    pen.fillStyle = WELL;
    pen.fillRect(400, y, 600, 34);
    pen.fillStyle = TONES[kind];
    pen.fillRect(400 + 6 * left, y + 4, Math.max(4, 6 * width), 26);
    write(kind === "whole" ? percentText(value) : changeText(value), 1020, y + 27, 28, INK, true);
  });
  write(say("sum.adjusted", { share: percentText(summary.luck_adjusted) }), 60, 602, 30, INK, true);
  lines.forEach((line, n) => write(line, 60, LINES + LINE * n, 26));
  pen.textAlign = "right";
  pen.font = `400 26px ${face}`;
  pen.fillStyle = SOFT;
  pen.fillText(say("unofficial"), WIDTH - 60, height - 24);
}

function drawRing(pen: CanvasRenderingContext2D, accuracy: number | null): void {
  const around = (part: number, tone: string) => {
    pen.strokeStyle = tone;
    pen.lineWidth = 22;
    pen.beginPath();
    pen.arc(180, 165, 110, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
    pen.stroke();
  };
  around(1, WELL);
  if (accuracy !== null) around(accuracy / 100, TONES.play);
}
