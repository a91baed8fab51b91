import { config } from 'zod'

// Before the grammar of mappings is made: Zod would try `new Function` once, which the content security policy forbids and reports.
config({ jitless: true })
