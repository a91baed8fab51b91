export { StoredPicture as value } from '../parts/StoredFile.tsx'
