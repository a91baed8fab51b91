export function chromiumPath(): string
export function browserPath(): string
export function ensurePrograms(): Promise<void>
