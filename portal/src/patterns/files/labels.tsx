import {
  AudioOutlined,
  FileImageOutlined,
  FilePdfOutlined,
  HeartOutlined,
  ScanOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { type FileFormat, type FileKind, fileKinds } from '@teleward/contract/core/file-kinds.ts'
import { kindLabels } from '@teleward/contract/files/texts.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import type { ReactNode } from 'react'
import { language, t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'

/** The names of kinds are the contract's: the exported list says the same. */
export const kindText = (kind: FileKind) => kindLabels[kind][language()]
export const readKind = (text: string) => fileKinds.find((kind) => kind === text)

const KB = 1024
export function sizeText(bytes: number): string {
  if (bytes < KB) return t('files.size.b', { n: formatNumber(bytes) })
  if (bytes < KB * KB) return t('files.size.kb', { n: formatNumber(bytes / KB, 0) })
  return t('files.size.mb', { n: formatNumber(bytes / KB / KB, 1) })
}

const icons: Record<FileFormat, ReactNode> = {
  jpg: <FileImageOutlined />,
  png: <FileImageOutlined />,
  pdf: <FilePdfOutlined />,
  dcm: <ScanOutlined />,
  mp4: <VideoCameraOutlined />,
  mov: <VideoCameraOutlined />,
  wav: <AudioOutlined />,
  xml: <HeartOutlined />,
  hea: <HeartOutlined />,
  dat: <HeartOutlined />,
}
export const formatIcon = (format: FileFormat | null, kind: FileKind): ReactNode =>
  format ? icons[format] : kind === 'ecg' ? <HeartOutlined /> : <FileImageOutlined />

/** A small picture as it is turned, or what kind of file it is. */
export function Thumb({ file }: { file: MedicalFile }) {
  return (
    <span className="fthumb" aria-hidden="true">
      {file.thumb ? (
        <img src={file.thumb.url} alt="" loading="lazy" data-turn={file.rotation} />
      ) : (
        formatIcon(file.format, file.kind)
      )}
    </span>
  )
}
