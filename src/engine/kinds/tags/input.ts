import { lazyInput } from '../../fields/inputs/lazyInput.tsx'

export const input = lazyInput(() => import('../../fields/inputs/references.tsx'), 'TagsField')
