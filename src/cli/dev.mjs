// `npm run dev` without a TypeScript loader, which would slow down the loading of every package:
// see lib/bundle.mjs.
import { load } from './lib/bundle.mjs'

// Vite takes a build for production where nothing is said.
process.env.NODE_ENV ??= 'development'
await load('src/cli/dev.ts', 'start')
