/** A piece of a page that is markup already. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/**
 * Markup with values put in: texts are escaped, pieces of a page are not. The indentation of the source is left out.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return {
    markup: parts
      .map(
        (part, at) =>
          `${part.replaceAll(/\n\s*/g, '\n')}${at < values.length ? inside(values[at]) : ''}`,
      )
      .join(''),
  };
}

/** Nothing. */
export const NONE: Html = { markup: '' };

function inside(value: Part | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** No text makes markup, and no control character is in the page. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (sign) => NAMES[sign] ?? '')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD');
