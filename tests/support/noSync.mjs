// Preloaded into a product that must lose files: it disables syncing to disk.
import { open } from 'node:fs/promises'

const handle = await open('/dev/null')
Object.getPrototypeOf(handle).sync = async () => {}
await handle.close()
