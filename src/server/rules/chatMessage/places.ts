/** Order in a conversation: each message has a place, counted from 1 without gaps, in the order in which the transactions end. */
import type { RuleContext } from '../types.ts'

/** Name of the sequence that counts the messages of a conversation. */
export const placesOf = (conversation: string): string => `chat-${conversation}`

/** The next place. The conversation is held first, as everybody does who moves it and writes in it; before it the ticket it is about, whose own changes write here too. */
export const nextPlace = async (conversation: string, context: RuleContext): Promise<number> => {
  const about = (await context.load('conversations', conversation))?.ticket
  if (typeof about === 'string') await context.lock('tickets', about)
  await context.lock('conversations', conversation)
  return context.nextNumber(placesOf(conversation))
}
