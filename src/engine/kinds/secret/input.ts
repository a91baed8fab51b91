import { lazyInput } from '../../fields/inputs/lazyInput.tsx'

export const input = lazyInput(() => import('./SecretInput.tsx'), 'SecretInput')
