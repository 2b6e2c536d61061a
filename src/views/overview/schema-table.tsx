import type { Register } from '../../core/model.ts';
import styles from './overview.module.css';

/** SchemaTable lists the register's attributes. The item variant's summary names them and says no more; that is said rather than guessed. */
export function SchemaTable({ about }: { about: Register }) {
  const described = about.schema.some((attribute) => attribute.datatype !== undefined);
  if (about.schema.length === 0)
    return <p className={styles['empty']}>The register does not list its attributes.</p>;
  if (
    !described &&
    about.schema.every((attribute) => attribute.description === undefined && attribute.title === undefined)
  ) {
    return (
      <div className={styles['names']}>
        <ul>
          {about.schema.map((attribute) => (
            <li key={attribute.id}>{attribute.id}</li>
          ))}
        </ul>
        <p>
          The summary of an item register (v2) names its attributes and says no more. Values are shown by
          their form.
        </p>
      </div>
    );
  }
  return (
    <div className={styles['scroll']} role="region" aria-label="Schema" tabIndex={0}>
      <table className={styles['schema']}>
        <thead>
          <tr>
            <th scope="col">attribute</th>
            {described && (
              <>
                <th scope="col">datatype</th>
                <th scope="col">cardinality</th>
              </>
            )}
            <th scope="col">meaning</th>
          </tr>
        </thead>
        <tbody>
          {about.schema.map((attribute) => (
            <tr key={attribute.id}>
              <th scope="row">{attribute.id}</th>
              {described && (
                <>
                  <td>{attribute.datatype ?? '–'}</td>
                  <td>{cardinality(attribute.cardinality)}</td>
                </>
              )}
              <td className={styles['meaning']}>{attribute.description ?? attribute.title ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cardinality(value: string | undefined): string {
  if (value === '1') return '1 (one value)';
  return value === 'n' ? 'n (a list)' : (value ?? '–');
}
