export const mountingTests: readonly string[]
export function cannotMount(): string | undefined
