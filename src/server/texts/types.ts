/** Texts of one e-mail. */
export interface LetterTexts {
  readonly subject: string
  readonly say: string
  readonly button: string
  readonly close: string
}

/** Texts of an e-mail without a link. */
export type PlainLetterTexts = Omit<LetterTexts, 'button'>
