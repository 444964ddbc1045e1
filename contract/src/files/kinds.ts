/** Kinds of medical files (FILE-01). Some have the number of the wire, the others only their name. */
export const fileKinds = [
  'photo',
  'dicom',
  'ultrasound',
  'ecg',
  'sti',
  'eye',
  'pe_report',
  'video',
  'face',
  'ear',
  'nasal',
  'throat',
  'oral',
  'skin',
  'phono',
] as const
export type FileKind = (typeof fileKinds)[number]
export const kindNumber: Partial<Record<FileKind, number>> = {
  photo: 1,
  dicom: 2,
  ultrasound: 4,
  ecg: 5,
  sti: 12,
  eye: 13,
}

export const fileFormats = ['jpg', 'png', 'pdf', 'dcm', 'mp4', 'mov', 'wav'] as const
export type FileFormat = (typeof fileFormats)[number]
export const extensionsOf: Record<FileFormat, readonly string[]> = {
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
  pdf: ['pdf'],
  dcm: ['dcm'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  wav: ['wav'],
}
export const mimeOf: Record<FileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  wav: 'audio/wav',
}
/** What a browser shows in place; the others are kept under their kind and handed out as files. */
export const shownInPlace: readonly FileFormat[] = ['jpg', 'png', 'pdf', 'mp4', 'mov']

const pictures = ['jpg', 'png'] as const
export const formatsOf: Record<FileKind, readonly FileFormat[]> = {
  photo: pictures,
  dicom: ['dcm'],
  ultrasound: [...pictures, 'dcm', 'mp4', 'mov'],
  ecg: [...pictures, 'pdf', 'dcm'],
  sti: pictures,
  eye: [...pictures, 'dcm'],
  pe_report: ['pdf'],
  video: ['mp4', 'mov'],
  face: pictures,
  ear: pictures,
  nasal: pictures,
  throat: pictures,
  oral: pictures,
  skin: pictures,
  phono: ['wav'],
}

export function formatOfName(name: string): FileFormat | null {
  const said = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  return fileFormats.find((format) => extensionsOf[format].includes(said)) ?? null
}
