export function load(source: string, name: string): Promise<unknown>
