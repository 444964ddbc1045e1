import { dark, light, type Palette, scale, semiDarkSider } from './tokens.ts'

const lines = (values: Partial<Palette> | typeof scale) =>
  Object.entries(values)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n')

/** The stylesheet of variables. The build writes it (`virtual:tokens.css`), so that it is there before any script. */
export function tokensCss(): string {
  return [
    `:root, [data-theme="light"], [data-theme="semi-dark"] {\n  color-scheme: light;\n${lines(scale)}\n${lines(light)}\n}`,
    `[data-theme="semi-dark"] {\n${lines(semiDarkSider)}\n}`,
    `[data-theme="dark"] {\n  color-scheme: dark;\n${lines(dark)}\n}`,
  ].join('\n')
}
