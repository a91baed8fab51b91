/**
 * Order in a conversation: each message has a position, counted from 1 without gaps, in commit
 * order.
 */
import type { RuleContext } from '../types.ts'

/** Name of the sequence that numbers the messages of a conversation. */
export const placesOf = (conversation: string): string => `chat-${conversation}`

/**
 * Returns the next position. Locks the conversation first, as every writer does, and before it its
 * ticket, whose own changes write here too.
 */
export const nextPlace = async (conversation: string, context: RuleContext): Promise<number> => {
  const about = (await context.load('conversations', conversation))?.ticket
  if (typeof about === 'string') await context.lock('tickets', about)
  await context.lock('conversations', conversation)
  return context.nextNumber(placesOf(conversation))
}
