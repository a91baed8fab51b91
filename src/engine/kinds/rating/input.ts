import { lazyInput } from '../../fields/inputs/lazyInput.tsx'

export const input = lazyInput(() => import('./RatingInput.tsx'), 'RatingInput')
