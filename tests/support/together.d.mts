export function alters(text: string): boolean
export function together(): string[]
