import { config } from 'zod'

// Zod tries `new Function` once to see whether it may compile; the content security policy forbids it and would report every page.
config({ jitless: true })
