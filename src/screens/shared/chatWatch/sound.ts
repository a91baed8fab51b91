/** Key of the preference: a sound for new messages. Off until somebody wants it. */
export const SOUND = 'chat.sound'
export const readSound = (raw: unknown): boolean => raw === true
