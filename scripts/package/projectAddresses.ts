/** What the catalog shows of package.json. It has no addresses until the project has a public place. */
export interface ProjectManifest {
  readonly author: { readonly name: string; readonly url?: string };
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
  readonly bugs?: { readonly url: string };
  readonly funding?: { readonly url: string };
}

interface Address {
  /** Of package.json. */
  readonly field: string;
  /** What the catalog calls the link; the author's is that of the name. */
  readonly link?: string;
  readonly isOptional?: true;
  readonly read: (manifest: ProjectManifest) => string | undefined;
}

const ADDRESSES: readonly Address[] = [
  { field: 'homepage', link: 'Documentation', read: ({ homepage }) => homepage },
  {
    field: 'repository.url',
    link: 'Source code',
    // npm writes git+https://…git.
    read: ({ repository }) => repository?.url.replace(/^git\+/, '').replace(/\.git$/, ''),
  },
  { field: 'bugs.url', link: 'Report an issue', read: ({ bugs }) => bugs?.url },
  { field: 'funding.url', link: 'Sponsorship', isOptional: true, read: ({ funding }) => funding?.url },
  { field: 'author.url', read: ({ author }) => author.url },
];

/** The part of `info` of plugin.json that package.json determines. */
export interface ProjectInfo {
  readonly author: { readonly name: string; readonly url?: string };
  readonly links: ReadonlyArray<{ readonly name: string; readonly url: string }>;
}

/** The author, and a link for each address that package.json has. */
export function projectInfo(manifest: ProjectManifest): ProjectInfo {
  return {
    author: manifest.author,
    links: ADDRESSES.flatMap(({ link: name, read }) => {
      const url = read(manifest);
      return name === undefined || url === undefined ? [] : [{ name, url }];
    }),
  };
}

/** A sentence for each address that package.json lacks, by whether a release needs it. */
export function missingAddresses(manifest: ProjectManifest): {
  readonly needed: string[];
  readonly optional: string[];
} {
  const missing = ADDRESSES.filter(({ read }) => read(manifest) === undefined);
  const sentence = ({ field, link }: Address) =>
    `package.json has no ${field}: the catalog shows ${link === undefined ? 'the author without a link' : `no link “${link}”`}.`;
  return {
    needed: missing.filter(({ isOptional = false }) => !isOptional).map(sentence),
    optional: missing.filter(({ isOptional = false }) => isOptional).map(sentence),
  };
}
