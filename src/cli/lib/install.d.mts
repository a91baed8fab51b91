export function ensureReactAdmin(): Promise<void>
