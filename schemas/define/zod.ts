/** Zod, configured for its environment: all code that creates schemas imports it from here. */
import * as z from 'zod'

// Zod tries `new Function` to see whether it may compile schemas. In the browser the content
// security policy forbids that, and even the attempt is reported; on the server compiled schemas
// are wanted.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { z }
