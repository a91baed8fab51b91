import { quietPart } from '#ui/lazyPart.tsx'
import { useFollowed } from './followed.ts'

const Changes = quietPart(async () => (await import('./Changes.tsx')).Changes)

/** Progress of bulk changes in the header, and the dialogs about them; mounted once. */
export const ChangesHost = () => {
  const { ids, opened, approval } = useFollowed()
  return ids.length || opened || approval ? <Changes /> : null
}
