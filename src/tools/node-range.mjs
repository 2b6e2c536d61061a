/** NODE_RANGE is what the build tools run on, as `engines` in package.json has it. */
export const NODE_RANGE = '^20.19 || >=22.12';

/** isInRange tells whether a version of Node, such as `22.12.0`, is in NODE_RANGE. */
export function isInRange(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}
