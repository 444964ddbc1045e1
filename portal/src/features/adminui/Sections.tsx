import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { loginTypes } from '@teleward/contract/core/login-types.ts'
import { extensionsOf, fileKinds, formatsOf } from '@teleward/contract/core/file-kinds.ts'
import { kindLabels } from '@teleward/contract/files/texts.ts'
import {
  appointmentSections,
  emrSections,
  LOGO_MAX_CHARS,
  remoteSections,
  UPLOAD_COUNT_MAX,
  UPLOAD_MB,
  type UiConfig,
} from '@teleward/contract/uiconfig/schema.ts'
import { Checkbox, Select, Switch } from 'antd'
import { type ReactNode, useRef } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, language, useT } from '../../i18n/i18n.ts'
import { ColourField, PRODUCT_COLOUR } from '../../patterns/ColourField.tsx'
import { Button } from '../../ui/Button.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { notify } from '../../ui/notify.ts'
import type { Section } from './changes.ts'
import { FaultAt } from './FaultAt.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  config: UiConfig
  brand: { logo: string | null; primaryColour: string | null }
  edit: (change: (now: UiConfig) => UiConfig) => void
}

/** Everything but the menu. */
export function SectionFields({ section, ...props }: Props & { section: Exclude<Section, 'menu'> }): ReactNode {
  if (section === 'brand') return <Brand {...props} />
  if (section === 'login') return <Login {...props} />
  if (section === 'uploads') return <Uploads {...props} />
  return <Parts {...props} section={section} />
}

function Brand({ config, brand, edit }: Props) {
  const t = useT()
  const file = useRef<HTMLInputElement>(null)
  const colour = config.primaryColour ?? brand.primaryColour ?? PRODUCT_COLOUR
  const setColour = (primaryColour: string | null) => edit((now) => ({ ...now, primaryColour }))
  const read = async (picked: File | undefined) => {
    if (!picked) return
    const bytes = new Uint8Array(await picked.arrayBuffer())
    const text = `data:${picked.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    if (text.length > LOGO_MAX_CHARS) return notify({ kind: 'bad', title: t('admin.ui.logoBig') })
    edit((now) => ({ ...now, logo: text }))
  }
  return (
    <>
      <section className="card uiblock">
        <h3>{t('admin.ui.colour')}</h3>
        <p className="t3 f12">{t('admin.ui.colourText')}</p>
        <div className="row wrap">
          <ColourField label={t('admin.ui.colour')} value={colour} onChange={setColour} />
          {config.primaryColour && <Button onClick={() => setColour(null)}>{t('admin.ui.ownColour')}</Button>}
        </div>
        <FaultAt path="primaryColour" />
      </section>
      <section className="card uiblock">
        <h3>{t('admin.ui.logo')}</h3>
        <p className="t3 f12">{t('admin.ui.logoText')}</p>
        <div className="row wrap">
          <span className="logobox">
            <Logo src={config.logo ?? brand.logo} />
          </span>
          <span className="grow" />
          <input
            ref={file}
            type="file"
            hidden
            accept="image/svg+xml,image/png,image/jpeg,image/webp"
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon={<UploadOutlined />} onClick={() => file.current?.click()}>
            {t('admin.ui.logoPick')}
          </Button>
          {config.logo && (
            <Button icon={<DeleteOutlined />} onClick={() => edit((now) => ({ ...now, logo: null }))}>
              {t('common.remove')}
            </Button>
          )}
        </div>
        <FaultAt path="logo" />
      </section>
    </>
  )
}

function Login({ config, edit }: Props) {
  const t = useT()
  const { login } = config
  const set = (change: Partial<UiConfig['login']>) => edit((now) => ({ ...now, login: { ...now.login, ...change } }))
  return (
    <>
      <section className="card uiblock">
        <h3>{t('admin.ui.loginTypes')}</h3>
        <Checkbox.Group
          value={login.loginTypes}
          options={loginTypes.map((type) => ({ value: type, label: t(`admin.ui.loginType.${type}`) }))}
          onChange={(types) => types.length && set({ loginTypes: loginTypes.filter((one) => types.includes(one)) })}
        />
        <FaultAt path="login.loginTypes" />
      </section>
      <section className="card uiblock">
        <div className="row">
          <h3 className="grow">{t('admin.ui.welcome')}</h3>
          <Switch
            aria-label={t('admin.ui.welcome')}
            checked={login.welcome !== null}
            onChange={(on) => set({ welcome: on ? { 'zh-TW': '', 'zh-CN': '', en: '' } : null })}
          />
        </div>
        {!login.welcome && <p className="t3 f12">{t('admin.ui.welcomeNone')}</p>}
        {login.welcome &&
          LANGUAGES.map((one) => (
            <div key={one} className="stack">
              <span className="lab">{LANGUAGE_NAMES[one]}</span>
              <GrowingArea
                aria-label={LANGUAGE_NAMES[one]}
                maxLength={200}
                value={login.welcome?.[one] ?? ''}
                onChange={(event) =>
                  set({ welcome: { 'zh-TW': '', 'zh-CN': '', en: '', ...login.welcome, [one]: event.target.value } })
                }
              />
              <FaultAt path={`login.welcome.${one}`} />
            </div>
          ))}
      </section>
    </>
  )
}

const PARTS = { appointment: appointmentSections, emr: emrSections, remoteAppointment: remoteSections } as const
const WORDS = { appointment: 'appointmentSection', emr: 'emrSection', remoteAppointment: 'remoteSection' } as const

function Parts({ config, edit, section }: Props & { section: keyof typeof PARTS }) {
  const t = useT()
  const hidden: readonly string[] = config[section].hidden
  const toggle = (part: string, on: boolean) =>
    edit((now) => {
      const others = (now[section].hidden as readonly string[]).filter((one) => one !== part)
      return { ...now, [section]: { hidden: on ? others : [...others, part] } }
    })
  return (
    <section className="card uiblock">
      <h3>{t(`admin.ui.section.${section}`)}</h3>
      <p className="t3 f12">{t('admin.ui.sectionText')}</p>
      <FaultAt path={section} />
      <ul className="parts">
        {PARTS[section].map((part) => {
          const name = t(`admin.ui.${WORDS[section]}.${part}` as 'admin.ui.emrSection.memo')
          return (
            <li key={part} className="row">
              <span className="grow">{name}</span>
              <Switch aria-label={name} checked={!hidden.includes(part)} onChange={(on) => toggle(part, on)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Uploads({ config, edit }: Props) {
  const t = useT()
  const { uploads } = config
  const set = (change: Partial<UiConfig['uploads']>) =>
    edit((now) => ({ ...now, uploads: { ...now.uploads, ...change } }))
  const fit = (list: string[]) => [
    ...new Set(
      list.map((one) => one.trim().toLowerCase().replace(/^\./, '')).filter((one) => /^[a-z0-9]{1,8}$/.test(one)),
    ),
  ]
  return (
    <section className="card uiblock">
      <h3>{t('admin.ui.section.uploads')}</h3>
      <div className="stack">
        <span className="lab">{t('admin.ui.extensions')}</span>
        <Select
          mode="tags"
          aria-label={t('admin.ui.extensions')}
          value={uploads.extensions}
          tokenSeparators={[',', ' ']}
          onChange={(list) => {
            const extensions = fit(list)
            if (extensions.length) set({ extensions })
          }}
          style={{ width: '100%' }}
        />
        <FaultAt path="uploads.extensions" />
      </div>
      <div className="row wrap">
        <div className="stack">
          <span className="lab">{t('admin.ui.maxMb')}</span>
          <NumberField
            aria-label={t('admin.ui.maxMb')}
            min={UPLOAD_MB.min}
            max={UPLOAD_MB.max}
            value={uploads.maxMb}
            onChange={(maxMb) => maxMb !== null && set({ maxMb })}
          />
          <FaultAt path="uploads.maxMb" />
        </div>
        <div className="stack">
          <span className="lab">{t('admin.ui.atOnce')}</span>
          <NumberField
            aria-label={t('admin.ui.atOnce')}
            min={1}
            max={UPLOAD_COUNT_MAX}
            value={uploads.atOnce}
            onChange={(atOnce) => atOnce !== null && set({ atOnce })}
          />
          <FaultAt path="uploads.atOnce" />
        </div>
      </div>
      <h4 className="lab">{t('admin.ui.perExtension')}</h4>
      <div className="row wrap">
        {uploads.extensions.map((one) => (
          <div key={one} className="stack">
            <span className="lab">{one}</span>
            <NumberField
              aria-label={one}
              min={UPLOAD_MB.min}
              max={UPLOAD_MB.max}
              placeholder={String(uploads.maxMb)}
              value={uploads.perExtension[one] ?? null}
              onChange={(mb) => {
                const { [one]: _, ...rest } = uploads.perExtension
                set({ perExtension: mb !== null ? { ...rest, [one]: mb } : rest })
              }}
            />
            <FaultAt path={`uploads.perExtension.${one}`} />
          </div>
        ))}
      </div>
      <h4 className="lab">{t('admin.ui.perKind')}</h4>
      <p className="t3 f13">{t('admin.ui.perKindHint')}</p>
      {fileKinds.map((kind) => {
        const own = uploads.perKind[kind] ?? {}
        const name = kindLabels[kind][language()]
        const label = (what: string) => t('common.pair', { name, value: what })
        /** What is not said is as above; a kind that says nothing leaves no trace. */
        const put = (change: typeof own) => {
          const next = Object.fromEntries(
            Object.entries({ ...own, ...change }).filter(([, value]) => value !== undefined),
          )
          const { [kind]: _, ...rest } = uploads.perKind
          set({ perKind: Object.keys(next).length ? { ...rest, [kind]: next } : rest })
        }
        return (
          <div key={kind} className="row wrap">
            <span className="lab" style={{ width: 120 }}>
              {name}
            </span>
            <NumberField
              aria-label={label(t('admin.ui.maxMb'))}
              min={UPLOAD_MB.min}
              max={UPLOAD_MB.max}
              placeholder={String(uploads.maxMb)}
              value={own.maxMb ?? null}
              onChange={(maxMb) => put({ maxMb: maxMb ?? undefined })}
            />
            <NumberField
              aria-label={label(t('admin.ui.atOnce'))}
              min={1}
              max={UPLOAD_COUNT_MAX}
              placeholder={String(uploads.atOnce)}
              value={own.atOnce ?? null}
              onChange={(atOnce) => put({ atOnce: atOnce ?? undefined })}
            />
            <Select
              mode="multiple"
              aria-label={label(t('admin.ui.extensions'))}
              style={{ minWidth: 180, flex: 1 }}
              placeholder={t('admin.ui.asAbove')}
              value={own.extensions ?? []}
              options={formatsOf[kind].flatMap((format) =>
                extensionsOf[format].map((value) => ({ value, label: value })),
              )}
              onChange={(list: string[]) => put({ extensions: list.length ? list : undefined })}
            />
            <FaultAt path={`uploads.perKind.${kind}`} />
          </div>
        )
      })}
    </section>
  )
}
