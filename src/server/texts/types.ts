/** What one letter says. */
export interface LetterTexts {
  readonly subject: string
  readonly say: string
  readonly button: string
  readonly close: string
}
