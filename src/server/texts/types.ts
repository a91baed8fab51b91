/** What one letter says. */
export interface LetterTexts {
  readonly subject: string
  readonly say: string
  readonly button: string
  readonly close: string
}

/** What a letter says that leads nowhere. */
export type PlainLetterTexts = Omit<LetterTexts, 'button'>
