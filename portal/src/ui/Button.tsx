import { LoadingOutlined } from '@ant-design/icons'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type ButtonKind = 'default' | 'primary' | 'soft' | 'text' | 'bad' | 'badSolid' | 'okSolid'
const CLASS: Record<ButtonKind, string> = {
  default: '',
  primary: 'pri',
  soft: 'soft',
  text: 'txt',
  bad: 'bad',
  badSolid: 'badsolid',
  okSolid: 'oksolid',
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  size?: 'sm' | 'lg'
  block?: boolean
  icon?: ReactNode
  /** Disabled and turning, the words stay. */
  loading?: boolean
}

/** A button without Ant Design: for pages before the sign-in, and for rows of long lists. */
export function Button({
  kind = 'default',
  size,
  block,
  icon,
  loading,
  disabled,
  className = '',
  children,
  ...rest
}: Props) {
  const classes = ['btn', CLASS[kind], size ?? '', block ? 'block' : '', className].filter(Boolean).join(' ')
  return (
    <button type="button" className={classes} disabled={disabled || loading} aria-busy={loading} {...rest}>
      {loading ? <LoadingOutlined /> : icon}
      {children}
    </button>
  )
}
