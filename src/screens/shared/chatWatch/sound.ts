/** Preference key: a sound for new messages. Off by default. */
export const SOUND = 'chat.sound'
export const readSound = (raw: unknown): boolean => raw === true
