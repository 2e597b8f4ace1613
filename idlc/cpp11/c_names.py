# SPDX-License-Identifier: Apache-2.0
"""What the C library declares at global scope: no name of a module, type or constant there.

Of the C headers of C++, and of POSIX's <dirent.h>, <dlfcn.h>, <fcntl.h>, <poll.h>, <pthread.h>,
<sched.h>, <semaphore.h>, <strings.h>, <termios.h>, <unistd.h> and <sys/...h>, as
`clang++ -std=gnu++2b -fsyntax-only -Xclang -ast-list` prints them; less the doubles of others
(64, _unlocked, _l, _np, f32x and its like) and what c_macros has.
"""

NAMES = frozenset(
    """
    DIR DT_BLK DT_CHR DT_DIR DT_FIFO DT_LNK DT_REG DT_SOCK DT_UNKNOWN DT_WHT Dl_info Dl_serinfo
    Dl_serpath FILE F_OWNER_GID F_OWNER_PGRP F_OWNER_PID F_OWNER_TID Lmid_t MSG_BATCH
    MSG_CMSG_CLOEXEC MSG_CONFIRM MSG_CTRUNC MSG_DONTROUTE MSG_DONTWAIT MSG_EOR MSG_ERRQUEUE
    MSG_FASTOPEN MSG_FIN MSG_MORE MSG_NOSIGNAL MSG_OOB MSG_PEEK MSG_PROXY MSG_RST MSG_SYN
    MSG_TRUNC MSG_TRYHARD MSG_WAITALL MSG_WAITFORONE MSG_ZEROCOPY PRIO_PGRP PRIO_PROCESS
    PRIO_USER PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_ERRORCHECK
    PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
    PTHREAD_MUTEX_RECURSIVE PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_ROBUST
    PTHREAD_MUTEX_ROBUST_NP PTHREAD_MUTEX_STALLED PTHREAD_MUTEX_STALLED_NP
    PTHREAD_MUTEX_TIMED_NP PTHREAD_PRIO_INHERIT PTHREAD_PRIO_NONE PTHREAD_PRIO_PROTECT
    PTHREAD_RWLOCK_DEFAULT_NP PTHREAD_RWLOCK_PREFER_READER_NP
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP PTHREAD_RWLOCK_PREFER_WRITER_NP P_ALL P_PGID
    P_PID P_PIDFD RLIMIT_AS RLIMIT_CORE RLIMIT_CPU RLIMIT_DATA RLIMIT_FSIZE RLIMIT_NOFILE
    RLIMIT_STACK RTLD_DI_CONFIGADDR RTLD_DI_LINKMAP RTLD_DI_LMID RTLD_DI_MAX RTLD_DI_ORIGIN
    RTLD_DI_PHDR RTLD_DI_PROFILENAME RTLD_DI_PROFILEOUT RTLD_DI_SERINFO RTLD_DI_SERINFOSIZE
    RTLD_DI_TLS_DATA RTLD_DI_TLS_MODID RTLD_DL_LINKMAP RTLD_DL_SYMENT RUSAGE_CHILDREN
    RUSAGE_SELF RUSAGE_THREAD SCM_CREDENTIALS SCM_RIGHTS SHUT_RD SHUT_RDWR SHUT_WR SOCK_CLOEXEC
    SOCK_DCCP SOCK_DGRAM SOCK_NONBLOCK SOCK_PACKET SOCK_RAW SOCK_RDM SOCK_SEQPACKET SOCK_STREAM
    a64l abort abs accept accept4 access acct acos acosf acosh acoshf acoshl acosl adjtime alarm
    aligned_alloc alloca alphasort arc4random arc4random_buf arc4random_uniform asctime
    asctime_r asin asinf asinh asinhf asinhl asinl asprintf at_quick_exit atan atan2 atan2f
    atan2l atanf atanh atanhf atanhl atanl atexit atof atoi atol atoll basename bcmp bcopy bind
    blkcnt_t blksize_t brk bsearch btowc bzero c16rtomb c32rtomb c8rtomb caddr_t calloc
    canonicalize canonicalize_file_name canonicalizef canonicalizel cbrt cbrtf cbrtl cc_t ceil
    ceilf ceill cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chdir chmod
    chown chroot clearenv clearerr clock clock_adjtime clock_getcpuclockid clock_getres
    clock_gettime clock_nanosleep clock_settime clock_t clockid_t clone close close_range
    closedir closefrom cmsghdr comparison_fn_t confstr connect cookie_close_function_t
    cookie_io_functions_t cookie_read_function_t cookie_seek_function_t cookie_write_function_t
    copy_file_range copysign copysignf copysignl cos cosf cosh coshf coshl cosl cpu_set_t creat
    crypt ctermid ctime ctime_r cuserid daddl daddr_t daemon daylight ddivl dev_t dfmal difftime
    dirent dirfd div div_t dl_find_object dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen
    dlsym dlvsym dmull double_t dprintf drand48 drand48_data drand48_r drem dremf dreml dsqrtl
    dsubl dup dup2 dup3 duplocale dysize eaccess ecvt ecvt_r endusershell environ erand48
    erand48_r erf erfc erfcf erfcl erff erfl error_t euidaccess execl execle execlp execv execve
    execveat execvp execvpe exit exp exp10 exp10f exp10l exp2 exp2f exp2l expf expl
    explicit_bzero expm1 expm1f expm1l f_owner_ex fabs fabsf fabsl faccessat fadd faddl
    fallocate fchdir fchmod fchmodat fchown fchownat fclose fcloseall fcntl fcvt fcvt_r fd_mask
    fd_set fdatasync fdim fdimf fdiml fdiv fdivl fdopen fdopendir feclearexcept fedisableexcept
    feenableexcept fegetenv fegetexcept fegetexceptflag fegetmode fegetround feholdexcept
    femode_t fenv_t feof feraiseexcept ferror fesetenv fesetexcept fesetexceptflag fesetmode
    fesetround fetestexcept fetestexceptflag feupdateenv fexcept_t fexecve fflush ffma ffmal ffs
    ffsl ffsll fgetc fgetpos fgets fgetwc fgetws file_handle fileno finite finitef finitel
    float_t flock flockfile floor floorf floorl fma fmaf fmal fmax fmaxf fmaximum fmaximum_mag
    fmaximum_mag_num fmaximum_mag_numf fmaximum_mag_numl fmaximum_magf fmaximum_magl
    fmaximum_num fmaximum_numf fmaximum_numl fmaximumf fmaximuml fmaxl fmaxmag fmaxmagf fmaxmagl
    fmemopen fmin fminf fminimum fminimum_mag fminimum_mag_num fminimum_mag_numf
    fminimum_mag_numl fminimum_magf fminimum_magl fminimum_num fminimum_numf fminimum_numl
    fminimumf fminimuml fminl fminmag fminmagf fminmagl fmod fmodf fmodl fmul fmull fopen
    fopencookie fork fpathconf fpos_t fpregset_t fprintf fputc fputs fputwc fputws fread free
    freelocale freopen frexp frexpf frexpl fromfp fromfpf fromfpl fromfpx fromfpxf fromfpxl
    fsblkcnt_t fscanf fseek fseeko fsetpos fsfilcnt_t fsid_t fsqrt fsqrtl fstat fstatat fsub
    fsubl fsync ftell ftello ftruncate ftrylockfile funlockfile futimens futimes futimesat fwide
    fwprintf fwrite fwscanf gamma gammaf gammal gcvt get_current_dir_name getc getchar getcpu
    getcwd getdate getdate_err getdate_r getdelim getdirentries getdomainname getdtablesize
    getegid getentropy getenv geteuid getgid getgroups gethostid gethostname getitimer getline
    getloadavg getlogin getlogin_r getopt getpagesize getpass getpayload getpayloadf getpayloadl
    getpeername getpgid getpgrp getpid getppid getpriority getpt getresgid getresuid getrlimit
    getrusage getsid getsockname getsockopt getsubopt gettid gettimeofday getuid getumask
    getusershell getw getwc getwchar getwd gid_t gmtime gmtime_r grantpt greg_t gregset_t
    group_member gsignal hypot hypotf hypotl id_t idtype_t ilogb ilogbf ilogbl imaxabs imaxdiv
    imaxdiv_t index initstate initstate_r ino_t int16_t int32_t int8_t int_fast16_t int_fast32_t
    int_fast8_t int_least16_t int_least32_t int_least8_t intmax_t intptr_t iovec isalnum isalpha
    isascii isatty isblank iscanonical iscntrl isctype isdigit iseqsig isfdtype isgraph isinff
    isinfl islower isnanf isnanl isprint ispunct issignaling isspace isupper iswalnum iswalpha
    iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper
    iswxdigit isxdigit iszero itimerspec itimerval j0 j0f j0l j1 j1f j1l jmp_buf jn jnf jnl
    jrand48 jrand48_r key_t kill killpg l64a labs lchmod lchown lcong48 lcong48_r lconv ldexp
    ldexpf ldexpl ldiv ldiv_t lgamma lgamma_r lgammaf lgammaf32_r lgammaf32x_r lgammaf64x_r
    lgammaf_r lgammal lgammal_r linger link link_map linkat listen llabs lldiv lldiv_t llogb
    llogbf llogbl llrint llrintf llrintl llround llroundf llroundl locale_t localeconv localtime
    localtime_r lockf loff_t log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb
    logbf logbl logf logl longjmp lrand48 lrand48_r lrint lrintf lrintl lround lroundf lroundl
    lseek lstat lutimes madvise malloc max_align_t mblen mbrlen mbrtoc16 mbrtoc32 mbrtoc8
    mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstate_t mbstowcs mbtowc mcontext_t memccpy memchr
    memcmp memcpy memfd_create memfrob memmem memmove mempcpy memrchr memset mincore mkdir
    mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkostemp mkostemps mkstemp mkstemps mktemp
    mktime mlock mlock2 mlockall mmap mmsghdr mode_t modf modff modfl mprotect mrand48 mrand48_r
    mremap msghdr msync munlock munlockall munmap name_to_handle_at nan nanf nanl nanosleep
    nearbyint nearbyintf nearbyintl newlocale nextafter nextafterf nextafterl nextdown nextdownf
    nextdownl nexttoward nexttowardf nexttowardl nextup nextupf nextupl nfds_t nice nlink_t
    nrand48 nrand48_r obstack obstack_printf obstack_vprintf off_t on_exit open
    open_by_handle_at open_memstream open_wmemstream openat opendir optarg opterr optind optopt
    osockaddr pathconf pause pclose perror pid_t pipe pipe2 pkey_alloc pkey_free pkey_get
    pkey_mprotect pkey_set poll pollfd popen posix_fadvise posix_fallocate posix_madvise
    posix_memalign posix_openpt pow powf powl ppoll pread preadv preadv2 preadv64v2 printf
    prlimit process_madvise process_mrelease process_vm_readv process_vm_writev profil
    program_invocation_name program_invocation_short_name pselect psiginfo psignal
    pthread_atfork pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getguardsize
    pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy
    pthread_attr_getscope pthread_attr_getstack pthread_attr_getstackaddr
    pthread_attr_getstacksize pthread_attr_init pthread_attr_setdetachstate
    pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam
    pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstack
    pthread_attr_setstackaddr pthread_attr_setstacksize pthread_attr_t pthread_barrier_destroy
    pthread_barrier_init pthread_barrier_t pthread_barrier_wait pthread_barrierattr_destroy
    pthread_barrierattr_getpshared pthread_barrierattr_init pthread_barrierattr_setpshared
    pthread_barrierattr_t pthread_cancel pthread_cond_broadcast pthread_cond_clockwait
    pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_t
    pthread_cond_timedwait pthread_cond_wait pthread_condattr_destroy pthread_condattr_getclock
    pthread_condattr_getpshared pthread_condattr_init pthread_condattr_setclock
    pthread_condattr_setpshared pthread_condattr_t pthread_create pthread_detach pthread_equal
    pthread_exit pthread_getconcurrency pthread_getcpuclockid pthread_getschedparam
    pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_key_t
    pthread_kill pthread_mutex_clocklock pthread_mutex_consistent pthread_mutex_destroy
    pthread_mutex_getprioceiling pthread_mutex_init pthread_mutex_lock
    pthread_mutex_setprioceiling pthread_mutex_t pthread_mutex_timedlock pthread_mutex_trylock
    pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_getprioceiling
    pthread_mutexattr_getprotocol pthread_mutexattr_getpshared pthread_mutexattr_getrobust
    pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprioceiling
    pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust
    pthread_mutexattr_settype pthread_mutexattr_t pthread_once pthread_once_t
    pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_destroy
    pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_t pthread_rwlock_timedrdlock
    pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_rwlock_unlock pthread_rwlock_wrlock pthread_rwlockattr_destroy
    pthread_rwlockattr_getpshared pthread_rwlockattr_init pthread_rwlockattr_setpshared
    pthread_rwlockattr_t pthread_self pthread_setcancelstate pthread_setcanceltype
    pthread_setconcurrency pthread_setschedparam pthread_setschedprio pthread_setspecific
    pthread_sigmask pthread_sigqueue pthread_spin_destroy pthread_spin_init pthread_spin_lock
    pthread_spin_trylock pthread_spin_unlock pthread_spinlock_t pthread_t pthread_testcancel
    pthread_yield ptrdiff_t ptsname ptsname_r putc putchar putenv puts putw putwc putwchar
    pwrite pwritev pwritev2 pwritev64v2 qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort qsort_r quad_t
    quick_exit raise rand rand_r random random_data random_r rawmemchr read readahead readdir
    readdir_r readlink readlinkat readv realloc reallocarray realpath recv recvfrom recvmmsg
    recvmsg register_t remainder remainderf remainderl remap_file_pages remove remquo remquof
    remquol rename renameat renameat2 revoke rewind rewinddir rindex rint rintf rintl rlim_t
    rlimit rmdir round roundeven roundevenf roundevenl roundf roundl rpmatch rusage sa_family_t
    sbrk scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scandir scandirat
    scanf sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu
    sched_getparam sched_getscheduler sched_param sched_rr_get_interval sched_setaffinity
    sched_setparam sched_setscheduler sched_yield secure_getenv seed48 seed48_r seekdir select
    sem_clockwait sem_close sem_destroy sem_getvalue sem_init sem_open sem_post sem_t
    sem_timedwait sem_trywait sem_unlink sem_wait send sendmmsg sendmsg sendto setbuf setbuffer
    setdomainname setegid setenv seteuid setgid sethostid sethostname setitimer setjmp
    setlinebuf setlocale setlogin setns setpayload setpayloadf setpayloadl setpayloadsig
    setpayloadsigf setpayloadsigl setpgid setpgrp setpriority setregid setresgid setresuid
    setreuid setrlimit setsid setsockopt setstate setstate_r settimeofday setuid setusershell
    setvbuf shm_open shm_unlink shutdown sig_atomic_t sig_t sigaction sigaddset sigaltstack
    sigandset sigblock sigcontext sigdelset sigemptyset sigevent sigevent_t sigfillset
    siggetmask sighandler_t sighold sigignore siginfo_t siginterrupt sigisemptyset sigismember
    sigjmp_buf siglongjmp signal signgam significand significandf significandl sigorset sigpause
    sigpending sigprocmask sigqueue sigrelse sigreturn sigset sigset_t sigsetmask sigstack
    sigsuspend sigtimedwait sigval sigval_t sigwait sigwaitinfo sin sincos sincosf sincosl sinf
    sinh sinhf sinhl sinl size_t sleep snprintf sockaddr sockaddr_storage sockaddr_un sockatmark
    socket socketpair socklen_t speed_t splice sprintf sqrt sqrtf sqrtl srand srand48 srand48_r
    srandom srandom_r sscanf ssignal ssize_t stack_t stat statx statx_timestamp stpcpy stpncpy
    strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror
    strerror_r strfromd strfromf strfroml strfry strftime strlen strncasecmp strncat strncmp
    strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn strstr strtod
    strtof strtoimax strtok strtok_r strtol strtold strtoll strtoq strtoul strtoull strtoumax
    strtouq strverscmp strxfrm suseconds_t swab swprintf swscanf symlink symlinkat sync
    sync_file_range syncfs syscall sysconf system sysv_signal tan tanf tanh tanhf tanhl tanl
    tcdrain tcflag_t tcflow tcflush tcgetattr tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp
    tee telldir tempnam termios tgamma tgammaf tgammal tgkill time time_t timegm timelocal
    timer_create timer_delete timer_getoverrun timer_gettime timer_settime timer_t timespec
    timespec_get timespec_getres timeval timex timezone tm tmpfile tmpnam tmpnam_r toascii
    tolower totalorder totalorderf totalorderl totalordermag totalordermagf totalordermagl
    toupper towctrans towlower towupper trunc truncate truncf truncl ttyname ttyname_r ttyslot
    tzname tzset u_char u_int u_int16_t u_int32_t u_int8_t u_long u_quad_t u_short ualarm
    ucontext_t ucred ufromfp ufromfpf ufromfpl ufromfpx ufromfpxf ufromfpxl uid_t uint uint16_t
    uint32_t uint8_t uint_fast16_t uint_fast32_t uint_fast8_t uint_least16_t uint_least32_t
    uint_least8_t uintmax_t uintptr_t ulong umask ungetc ungetwc unlink unlinkat unlockpt
    unsetenv unshare useconds_t uselocale ushort usleep utimensat utimes va_list valloc
    vasprintf vdprintf versionsort vfork vfprintf vfscanf vfwprintf vfwscanf vhangup vmsplice
    vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wait wait3
    wait4 waitid waitpid wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr wcschrnul wcscmp
    wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen
    wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol
    wcstold wcstoll wcstombs wcstoq wcstoul wcstoull wcstoumax wcstouq wcswcs wcswidth wcsxfrm
    wctob wctomb wctrans wctrans_t wctype wctype_t wcwidth wint_t wmemchr wmemcmp wmemcpy
    wmemmove wmempcpy wmemset wprintf write writev wscanf y0 y0f y0l y1 y1f y1l yn ynf ynl
    """.split()
)
