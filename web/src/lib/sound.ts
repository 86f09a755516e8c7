import { settings } from './settings.svelte';

/** Short and soft: a tap when something is laid, two notes for one's turn, three for the end. */
const TUNES = {
  event: [{ pitch: 220, at: 0 }],
  turn: [
    { pitch: 392, at: 0 },
    { pitch: 523, at: 0.09 },
  ],
  end: [
    { pitch: 392, at: 0 },
    { pitch: 494, at: 0.11 },
    { pitch: 587, at: 0.22 },
  ],
} as const;

const LENGTH = 0.16;
const LOUDNESS = 0.05;

let audio: AudioContext | null = null;

export function sound(tune: keyof typeof TUNES): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const { pitch, at } of TUNES[tune]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + LENGTH);
  }
}
