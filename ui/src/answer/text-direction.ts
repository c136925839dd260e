/** The little of a syntax tree (hast) that is touched here. */
interface TreeNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** A rehype plugin: each block takes its direction from its own first letters; code is always left to right. */
export function textDirection() {
  return (tree: TreeNode): void => {
    for (const node of tree.children ?? []) {
      if (node.type !== 'element') continue;
      node.properties = { ...node.properties, dir: node.tagName === 'pre' ? 'ltr' : 'auto' };
    }
  };
}
