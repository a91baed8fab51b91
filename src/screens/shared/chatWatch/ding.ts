let context: AudioContext | undefined

/**
 * Plays two short soft tones. Silent where the browser blocks sound before the first interaction.
 */
export const playDing = (): void => {
  try {
    context ??= new AudioContext()
    const start = context.currentTime
    for (const [at, hertz] of [
      [0, 660],
      [0.12, 880],
    ] as const) {
      const [tone, volume] = [context.createOscillator(), context.createGain()]
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.0001, start + at)
      volume.gain.exponentialRampToValueAtTime(0.12, start + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.25)
      tone.connect(volume).connect(context.destination)
      tone.start(start + at)
      tone.stop(start + at + 0.3)
    }
  } catch {
    /* This browser plays no sound. */
  }
}
