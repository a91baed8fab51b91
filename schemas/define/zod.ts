/** Zod, set up for where it runs: everything that makes schemas takes it from here. */
import * as z from 'zod'

// Zod tries `new Function` to see whether it may compile schemas. In the browser the content
// security policy forbids that, and the attempt alone is reported; on the server the compiled
// schemas are wanted.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { z }
