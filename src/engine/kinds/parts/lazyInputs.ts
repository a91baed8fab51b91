/** Inputs that several kinds share and that load when such a field is on a form. */
import { lazyInput } from '../../fields/inputs/lazyInput.tsx'

export const StandardListInput = lazyInput(
  () => import('../../fields/inputs/standardLists.tsx'),
  'StandardListInput',
)
export const FileInput = lazyInput(() => import('../../fields/inputs/files.tsx'), 'FileInput')
export const FileListInput = lazyInput(
  () => import('../../fields/inputs/files.tsx'),
  'FileListInput',
)
