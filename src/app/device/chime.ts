const NOTES_HZ = [660, 880] as const;
const NOTE_S = 0.14;
const LOUDNESS = 0.08;

/**
 * Plays two soft notes. Stays silent where the browser requires a touch of the page before any
 * sound.
 */
export function chime(): void {
  const audio = new AudioContext();
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.connect(audio.destination);
  const end = NOTES_HZ.length * NOTE_S;
  volume.gain.setValueAtTime(LOUDNESS, end - NOTE_S / 2);
  volume.gain.linearRampToValueAtTime(0, end);
  NOTES_HZ.forEach((frequency, index) => {
    const note = new OscillatorNode(audio, { frequency });
    note.connect(volume);
    note.start(index * NOTE_S);
    note.stop((index + 1) * NOTE_S);
    if (index === NOTES_HZ.length - 1) note.addEventListener('ended', () => void audio.close());
  });
}
