export { StoredFiles as value } from '../parts/StoredFile.tsx'
