/** Small sounds, made by the browser itself. One switch turns them all off. */
import { settings } from "./stores/settings.svelte";

export type Sound = "turn" | "card" | "claim" | "ticket" | "end" | "chat";

/** Notes as [frequency, start, length], in hertz and seconds. */
const NOTES: Record<Sound, [number, number, number][]> = {
  turn: [
    [659, 0, 0.18],
    [880, 0.13, 0.3],
  ],
  card: [[420, 0, 0.06]],
  claim: [
    [196, 0, 0.09],
    [247, 0.08, 0.09],
    [294, 0.16, 0.16],
  ],
  ticket: [
    [523, 0, 0.09],
    [659, 0.07, 0.12],
  ],
  end: [
    [523, 0, 0.2],
    [659, 0.16, 0.2],
    [784, 0.32, 0.5],
  ],
  chat: [[740, 0, 0.08]],
};

let context: AudioContext | null = null;

/** Browsers let a page sound only after its user has touched it. */
export function allowSound(): void {
  if (!context && typeof AudioContext !== "undefined") context = new AudioContext();
  if (context?.state === "suspended") void context.resume();
}

export function sound(name: Sound): void {
  if (!settings.sound || context?.state !== "running") return;
  for (const [frequency, start, length] of NOTES[name]) ring(context, frequency, start, length);
}

function ring(audio: AudioContext, frequency: number, start: number, length: number): void {
  const begins = audio.currentTime + start;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, begins);
  volume.gain.exponentialRampToValueAtTime(0.16, begins + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(begins);
  tone.stop(begins + length + 0.02);
}
