import { language } from '../../i18n/i18n.ts'

/** The title of a diagnosis in the reader's language; English where there is no Chinese one. */
export const icdName = (row: { nameEn: string; nameZhTw: string }) =>
  language() === 'en' ? row.nameEn : row.nameZhTw || row.nameEn
