# SPDX-License-Identifier: Apache-2.0
"""Module CORBA as IDL sees it after `#include <orb.idl>`: written by hand, not generated."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "idl"
"""The IDL files that come with the compiler."""

FILES = frozenset(("orb.idl", "corbaidl.idl", "boxes.idl"))
"""The files that every ORB brings along."""

_SEQUENCES = (
    "Any Boolean Char WChar Octet Short UShort Long ULong LongLong ULongLong Float Double "
    "LongDouble String WString EnumMember"
)
WRITTEN = frozenset(
    [
        *(f"{name}Seq" for name in _SEQUENCES.split()),
        *"Identifier RepositoryId TCKind VersionSpec".split(),
        *"Visibility PRIVATE_MEMBER PUBLIC_MEMBER".split(),
        *(f"{name}Member{seq}" for name in ("Struct", "Union", "Value") for seq in ("", "Seq")),
    ]
)
"""What orbweaver/corba/orb_idl.hpp has of them."""

TAKEN = {
    "CORBA": frozenset(
        """
        Any BAD_CONTEXT BAD_INV_ORDER BAD_OPERATION BAD_PARAM BAD_POLICY BAD_POLICY_TYPE
        BAD_POLICY_VALUE BAD_QOS BAD_TYPECODE CODESET_INCOMPATIBLE COMM_FAILURE COMPLETED_MAYBE
        COMPLETED_NO COMPLETED_YES CompletionStatus
        DATA_CONVERSION EnumMemberSeq Exception FREE_MEM Fixed IMP_LIMIT INITIALIZE INTERNAL
        INTF_REPOS INVALID_TRANSACTION INV_FLAG INV_IDENT INV_OBJREF INV_POLICY InvalidPolicies
        LocalObject MARSHAL NO_IMPLEMENT NO_MEMORY NO_PERMISSION NO_RESOURCES NO_RESPONSE
        OBJECT_NOT_EXIST OBJ_ADAPTER ORB Object PERSIST_STORE PRIVATE_MEMBER Policy PolicyCurrent
        PolicyError PolicyErrorCode PolicyList PolicyManager PolicyType PolicyTypeSeq REBIND
        SetOverrideType StructMember StructMemberSeq SystemException TCKind TIMEOUT
        TRANSACTION_MODE TRANSACTION_REQUIRED TRANSACTION_ROLLEDBACK TRANSACTION_UNAVAILABLE
        TRANSIENT TypeCode TypeCodeFactory UNKNOWN UNSUPPORTED_POLICY UNSUPPORTED_POLICY_VALUE
        UnionMember UnionMemberSeq UserException VM_NONE ValueBase ValueFactory ValueFactoryBase
        ValueMember ValueMemberSeq ValueModifier Visibility amic_traits object_reference
        object_traits servant_reference servant_traits typecode_reference valuefactory_reference
        valuetype_reference valuetype_traits weak_object_reference weak_servant_reference
        weak_valuetype_reference
        """.split()
    )
    | WRITTEN,
    "Messaging": frozenset(
        """
        ExceptionHolder RELATIVE_RT_TIMEOUT_POLICY_TYPE RelativeRoundtripTimeoutPolicy
        ReplyHandler SYNC_NONE SYNC_SCOPE_POLICY_TYPE SYNC_WITH_SERVER SYNC_WITH_TARGET
        SYNC_WITH_TRANSPORT SyncScope SyncScopePolicy
        """.split()
    ),
    "PortableServer": frozenset(
        """
        AdapterPolicy Current ID_ASSIGNMENT_POLICY_ID ID_UNIQUENESS_POLICY_ID
        IMPLICIT_ACTIVATION_POLICY_ID IdAssignmentPolicy IdAssignmentPolicyValue
        IdUniquenessPolicy IdUniquenessPolicyValue ImplicitActivationPolicy
        ImplicitActivationPolicyValue InvalidPolicy LIFESPAN_POLICY_ID LifespanPolicy
        LifespanPolicyValue ObjectId POA POAManager REQUEST_PROCESSING_POLICY_ID
        RequestProcessingPolicy RequestProcessingPolicyValue SERVANT_RETENTION_POLICY_ID Servant
        ServantRetentionPolicy ServantRetentionPolicyValue THREAD_POLICY_ID ThreadPolicy
        ThreadPolicyValue
        """.split()
    ),
    "RTCORBA": frozenset(
        """
        Current Mutex NativePriority PRIORITY_MODEL_POLICY_TYPE PRIVATE_CONNECTION_POLICY_TYPE
        Priority PriorityModel PriorityModelPolicy PrivateConnectionPolicy RTORB
        THREADPOOL_POLICY_TYPE ThreadpoolId ThreadpoolLane ThreadpoolLanes ThreadpoolPolicy
        minPriority
        """.split()
    ),
}
"""What the ORB's headers declare in the modules that are its own."""
