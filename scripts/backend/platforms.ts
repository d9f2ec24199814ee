interface Platform {
  /** Of the name of the executable; Grafana starts the one of its own platform. */
  readonly suffix: string;
  /** Of Grafana's SDK, which builds it. */
  readonly target: string;
}

/** The platforms that a release has a backend for, by GOOS and GOARCH. */
export const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux/amd64': { suffix: 'linux_amd64', target: 'build:linux' },
  'linux/arm64': { suffix: 'linux_arm64', target: 'build:linuxARM64' },
  'linux/arm': { suffix: 'linux_arm', target: 'build:linuxARM' },
  'darwin/arm64': { suffix: 'darwin_arm64', target: 'build:darwinARM64' },
  'windows/amd64': { suffix: 'windows_amd64.exe', target: 'build:windows' },
};
