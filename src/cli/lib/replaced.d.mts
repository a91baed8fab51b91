export function setAside(dist: string): void
export function bringBack(dist: string, now: number): void
