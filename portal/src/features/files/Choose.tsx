import { CameraOutlined, CloudUploadOutlined } from '@ant-design/icons'
import { type FileKind, formatsOf } from '@teleward/contract/core/file-kinds.ts'
import { KEPT_HOURS, limitsOf } from '@teleward/contract/files/rules.ts'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { sendFiles } from '../../api/uploads.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { kindText } from '../../patterns/files/labels.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'

/** Chosen, dropped, pasted, or from the camera: they go at once, each with its own word where it may not. */
export function Choose({ kind, pid }: { kind: FileKind; pid: number | undefined }) {
  const t = useT()
  const { ui_config } = useMe()
  const phone = usePhone()
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLDivElement>(null)
  const limits = limitsOf(ui_config.uploads, kind)
  const take = (files: readonly File[]) => {
    const much = sendFiles(
      ui_config.uploads,
      files.map((file) => ({ file, kind, pid })),
    )
    if (much) notify({ kind: 'bad', title: errorText('UPLOAD_COUNT', much) })
  }
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length) take(files)
  })
  useEffect(() => {
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [])
  const choose = () => {
    button.current?.querySelector('button')?.focus()
    chooser.current?.click()
  }
  useKeys([{ keys: 'u', label: t('files.choose'), run: choose }])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  const film = kind === 'video'
  const shoots = film || formatsOf[kind].includes('jpg')
  // A DICOM file of a disc has no ending by which a chooser could know it.
  const chosenFrom = limits.formats.includes('dcm') ? undefined : limits.extensions.map((one) => `.${one}`).join(',')
  const input = (ref: typeof chooser, capture: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={!capture}
      {...(capture ? { capture: 'environment' as const } : {})}
      accept={capture ? (film ? 'video/*' : 'image/*') : chosenFrom}
      onChange={(event) => {
        take([...(event.target.files ?? [])])
        // The same file can be chosen once more.
        event.target.value = ''
      }}
    />
  )
  const shoot = shoots && (
    <Button
      kind={phone ? 'primary' : 'default'}
      size="lg"
      icon={<CameraOutlined />}
      onClick={() => camera.current?.click()}
    >
      {t(film ? 'files.film' : 'files.camera')}
    </Button>
  )
  const sizes = [...new Set(limits.formats.map((format) => limits.maxMb(format)))]
  return (
    <section
      className={`udrop ${over ? 'over' : ''}`}
      aria-label={t('files.choose')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {input(chooser, false)}
      {input(camera, true)}
      <div className="row wrap" ref={button}>
        {phone && shoot}
        <Button kind={phone ? 'default' : 'primary'} size="lg" icon={<CloudUploadOutlined />} onClick={choose}>
          {t('files.choose')}
        </Button>
        {!phone && shoot}
      </div>
      {!phone && <p className="t2">{t('files.drop')}</p>}
      <p className="t3 f13">
        {limits.extensions.length
          ? t('files.limits', {
              kind: kindText(kind),
              types: limits.extensions.join(', '),
              max: sizes.join(' / '),
              count: limits.atOnce,
              hours: KEPT_HOURS,
            })
          : t('files.closedKind', { kind: kindText(kind) })}
      </p>
      {pid === undefined && (
        <p className="t2 f13">
          {t('files.naming')}{' '}
          <code>{kind === 'eye' ? 'A123456789_L_0001.jpg' : `A123456789_0001.${limits.extensions[0] ?? 'jpg'}`}</code>
        </p>
      )}
    </section>
  )
}
