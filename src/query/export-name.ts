import type { ExportAsk, ExportForm } from '../log/export.ts';

/** MEDIA_TYPES are those of the files. */
export const MEDIA_TYPES: Record<ExportForm, string> = {
  'csv-safe': 'text/csv',
  csv: 'text/csv',
  json: 'application/json',
  rsf: 'application/uk-gov-rsf',
};

const EXTENSIONS: Record<ExportForm, string> = {
  'csv-safe': '.csv',
  csv: '.csv',
  json: '.json',
  rsf: '.rsf',
};

/**
 * exportName is the name of a file out of a register's title, a server's text: letters, digits and hyphens only. A whole log as RSF goes by the register's name
 * alone, because readers take the name of the file for that of the register.
 */
export function exportName(title: string, { what, form, at, filter }: ExportAsk, size: number): string {
  const stem = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  const parts = [stem === '' ? 'register' : stem];
  if (form !== 'rsf') parts.push(filter === undefined ? what : `${what}-filtered`);
  if (form !== 'rsf' || at < size) parts.push(`of-${at}`);
  return parts.join('-') + EXTENSIONS[form];
}
