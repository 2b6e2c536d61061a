import { BundleSchema, CheckerScript } from '../../ui/evidence-links.tsx';
import styles from './check.module.css';

/** WithoutThisPage says how a bundle is checked by whoever does not want to trust this page with it. */
export function WithoutThisPage() {
  return (
    <p className={styles['small']}>
      Without this page: save <CheckerScript /> and run <code>node check-bundle.mjs FILE</code>.{' '}
      <BundleSchema /> describes the file.
    </p>
  );
}
